/** The field for scans, the camera, and the page that shows what a scanner sends. */
export const scanner = {
  field: 'Scan, or type a code',
  keyboard: 'Show the keyboard',
  camera: 'Scan by camera',
  cameraPicture: 'What the camera sees',
  closeCamera: 'Close the camera',
  noCamera: 'The camera gives no picture. Type the code, or use a scanner.',
  test: {
    title: 'Scan test',
    what: 'Scan any code. The page shows what your scanner sends, and what to set.',
    nothing:
      'Nothing came yet. If the scanner beeps and nothing appears here: connect it as a keyboard (HID). On a hand-held with its own scanner, let it type into the browser; “keystroke output” or “keyboard wedge” are usual names.',
    result: 'What the scanner sent',
    values: {
      gtin: 'Article (GTIN)',
      sscc: 'Logistic unit (SSCC)',
      lot: 'Lot',
      serial: 'Serial number',
      expires_on: 'Expires on',
      qty: 'Units',
      weight_kg: 'Weight in kg',
    },
    sends: (characters: number, mean: number, longest: number, end: string) =>
      `${characters} characters, ${mean} ms from one to the next, at most ${longest} ms. Ended by: ${end === 'none' ? 'silence' : end}.`,
    inputMethod: 'The scanner types as an input method. That works on the pages of work, whose field has the focus.',
    advice: {
      slow: 'Set a shorter delay between characters, 50 ms at most: slower scanners are taken for people who type.',
      'no-end': 'Set Enter as suffix: codes are then taken at once, and not after a silence.',
      'no-separators':
        'This code of GS1 has a lot, and the scanner sends no separators (FNC1 as Ctrl ]). Without them the end of the lot cannot be seen.',
      fine: 'The scanner is set well.',
    },
    settings: 'This scanner',
    prefix: 'Prefix',
    prefixHelp: 'What the scanner sends before each code',
    suffix: 'Suffix',
    suffixHelp: 'What it sends after each code, before Enter or Tab',
    silence: 'Silence that ends a code, in ms',
    silenceHelp: 'For scanners without Enter. 100 is usual',
    sounds: 'Sounds',
    soundsOn: 'Sounds and vibration on this device',
    commands: 'Command codes',
    commandsHelp: 'Barcodes that do what the buttons do, such as Finish and Next. Hang the sheet up where people work.',
    printCommands: 'Print the sheet of command codes',
    signs: { counted: 'Counted', finished: 'Finished', wrong: 'Wrong' },
  },
};

export type ScannerTexts = typeof scanner;
