import type { ScannerTexts } from './en.ts';

/** The texts of scanners in German. */
export const scanner: ScannerTexts = {
  field: 'Code scannen oder tippen',
  keyboard: 'Tastatur zeigen',
  camera: 'Mit der Kamera scannen',
  cameraPicture: 'Was die Kamera sieht',
  closeCamera: 'Kamera schließen',
  noCamera: 'Die Kamera liefert kein Bild. Tippen Sie den Code, oder nehmen Sie einen Scanner.',
  test: {
    title: 'Scan-Test',
    what: 'Scannen Sie irgendeinen Code. Die Seite zeigt, was der Scanner sendet und was einzustellen ist.',
    nothing:
      'Noch ist nichts angekommen. Wenn der Scanner piept und hier nichts erscheint: verbinden Sie ihn als Tastatur (HID). Bei einem Handgerät mit eigenem Scanner lassen Sie ihn in den Browser tippen; übliche Namen sind „keystroke output“ und „keyboard wedge“.',
    result: 'Was der Scanner gesendet hat',
    values: {
      gtin: 'Artikel (GTIN)',
      sscc: 'Versandeinheit (SSCC)',
      lot: 'Charge',
      serial: 'Seriennummer',
      expires_on: 'Haltbar bis',
      qty: 'Stück',
      weight_kg: 'Gewicht in kg',
    },
    sends: (characters: number, mean: number, longest: number, end: string) =>
      `${characters} Zeichen, ${mean} ms von einem zum nächsten, höchstens ${longest} ms. Beendet durch: ${end === 'none' ? 'Stille' : end}.`,
    inputMethod: 'Der Scanner tippt als Eingabemethode. Das geht auf den Seiten der Arbeit, deren Feld den Fokus hat.',
    advice: {
      slow: 'Stellen Sie eine kürzere Pause zwischen den Zeichen ein, höchstens 50 ms: langsamere Scanner gelten als Menschen, die tippen.',
      'no-end': 'Stellen Sie Enter als Suffix ein: Codes gelten dann sofort, und nicht erst nach einer Stille.',
      'no-separators':
        'Dieser GS1-Code hat eine Charge, und der Scanner sendet keine Trennzeichen (FNC1 als Strg ]). Ohne sie ist das Ende der Charge nicht zu sehen.',
      fine: 'Der Scanner ist gut eingestellt.',
    },
    settings: 'Dieser Scanner',
    prefix: 'Präfix',
    prefixHelp: 'Was der Scanner vor jedem Code sendet',
    suffix: 'Suffix',
    suffixHelp: 'Was er nach jedem Code sendet, vor Enter oder Tab',
    silence: 'Stille, die einen Code beendet, in ms',
    silenceHelp: 'Für Scanner ohne Enter. Üblich ist 100',
    sounds: 'Töne',
    soundsOn: 'Töne und Vibration an diesem Gerät',
    commands: 'Befehlscodes',
    commandsHelp:
      'Barcodes, die tun, was die Knöpfe tun, etwa Fertig und Weiter. Hängen Sie das Blatt auf, wo gearbeitet wird.',
    printCommands: 'Blatt mit Befehlscodes drucken',
    signs: { counted: 'Gezählt', finished: 'Fertig', wrong: 'Falsch' },
  },
};
