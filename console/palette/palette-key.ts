/** The key that opens the palette, as it is named on this machine. */
export const paletteKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';
