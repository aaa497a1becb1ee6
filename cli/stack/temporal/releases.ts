/** A release of Temporal's command line tool, which contains the server and its web pages. */
export interface Release {
  readonly tool: string;
  readonly server: string;
  /** SHA-256 of the program, by platform and processor. A platform that is missing has no Python package, and no known hash. */
  readonly programs: Readonly<Record<string, string>>;
}

/** The releases that the stack and the tests install, by the version of the server. */
export const releases = {
  '1.29': {
    tool: '1.5.1',
    server: '1.29.1',
    programs: {
      'linux-x64': 'eb4f6ddaa41cadf58c7a77aa50c4bd932d6739fcef04ac76c7a679eaff2f5e6a',
      'linux-arm64': 'ce6a514a5e609dc8f6f0fe276d414fe2eea46430e28f4e23f0026f11e7de4d09',
      'darwin-x64': '1b1c26da1f6812252c09c592fa8032ad845d1af2f86bb1d0a484f7d49bc45d6d',
      'darwin-arm64': '1bde16fafe3ac67706ec90b4b16ce5c42097cf4d0203447a4a59bb44e5c65be7',
    },
  },
  '1.32': {
    tool: '1.9.1',
    server: '1.32.0',
    programs: {
      'linux-x64': '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0',
      'linux-arm64': '667e9403cb2faaf439ecaa7eb7190e0d08521de6c9118da7fd26ad594281271d',
      'darwin-x64': 'd5776986d343fb789f49e4e7b6d3faca931c0877b71c6d4a7ac39dba467155cc',
      'darwin-arm64': '33c298d41f6eefebf01a28a3511f444480e939e21d3518cb0c12a4abad467c4b',
    },
  },
} as const satisfies Record<string, Release>;

/** The release that a start installs if this machine has no Temporal. */
export const usualRelease: Release = releases['1.32'];
