/** The key that opens the palette, with its name on this machine. */
export const paletteKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';
