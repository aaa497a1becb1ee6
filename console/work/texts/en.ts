import type { Question } from '../claim-button.tsx';

const number = (count: number) => count.toLocaleString('en');
/** Amounts that people measure have up to six digits after the point. */
const exactly = (amount: number) => amount.toLocaleString('en', { maximumFractionDigits: 6 });
const units = (count: number) => `${number(count)} ${count === 1 ? 'unit' : 'units'}`;

const byPerson = (by: string | null) => (by === null ? '' : ` by ${by}`);

/** Returns the question about unscanned items; null without such items. */
const asks = (names: readonly string[], words: (count: number) => string, yes: string): Question | null =>
  names.length === 0 ? null : { words: words(names.length), units: names, yes };

/** The pages of work. The words are short: people read them from a distance. */
export const work = {
  title: 'Work',
  back: 'Back to the queues',
  site: 'Site',
  chooseSite: 'Choose where you work',
  step: 'Step',
  queues: {
    pick: 'Pick',
    pack: 'Pack',
    ship: 'Ship',
    pickup: 'Pickup',
  },
  listNames: {
    pick: (list: string) => `Pick ${list}`,
    pack: (list: string) => `Pack ${list}`,
    ship: (list: string) => `Ship ${list}`,
  },
  openLists: (count: number) => `In progress: ${number(count)}`,
  waitingOrders: (count: number) => `Waiting: ${number(count)} ${count === 1 ? 'order' : 'orders'}`,
  workedBy: (names: string) => `with ${names}`,
  nothingToDo: {
    pick: 'No order waits to be picked here.',
    pack: 'No order waits to be packed here.',
    ship: 'No order waits to be shipped here.',
  },
  orderToDo: {
    pick: (order: string, count: number) => `${order}: ${units(count)}`,
    pack: (order: string, count: number) => `${order}: ${units(count)}`,
    ship: (order: string, count: number) => `${order}: ${number(count)}`,
  },
  beginWith: {
    pick: (count: number) => (count === 1 ? 'Pick this order' : `Pick ${number(count)} orders together`),
    pack: (count: number) => (count === 1 ? 'Pack this order' : `Pack ${number(count)} orders together`),
    ship: (count: number) => (count === 1 ? 'Ship this order' : `Ship ${number(count)} orders together`),
  },
  chooseFirst: (count: number) => (count === 1 ? 'Take the first one' : `Take the first ${number(count)}`),
  more: 'Show more',
  grouping: {
    label: 'One pick of',
    names: { order: 'orders', customer: 'all of a customer', destination: 'all to a country', part: 'all of a part' },
    titles: { customer: 'Customers', destination: 'Countries', part: 'Parts' },
    entry: (name: string, orders: number, count: number) =>
      `${name}: ${units(count)} of ${number(orders)} ${orders === 1 ? 'order' : 'orders'}`,
    begin: (count: number) => (count === 1 ? 'Pick all of it' : `Pick all of these ${number(count)} together`),
  },
  opensNothing: (what: string) => `This is ${what}. Nothing can be opened by it here.`,
  scanTest: 'Scan test: what does my scanner send?',
  ok: 'OK',
  minus: (part: string) => `One ${part} less`,
  plus: (part: string) => `One ${part} more`,
  all: (count: number) => `All ${number(count)}`,
  of: (counted: number, total: number) => `${number(counted)} of ${number(total)}`,
  unsent: (count: number) => `${number(count)} not sent`,
  waiting: (count: number) =>
    `${number(count)} ${count === 1 ? 'scan is' : 'scans are'} not sent. Go on working: they are sent by themselves.`,
  waitingToFinish: 'Finish when everything is sent.',
  others: (count: number) => `${number(count)} of another user wait until that user signs in here.`,
  people: (names: string) => `Also here: ${names}`,
  refused: (what: string) => `Not counted: ${what}`,
  refusedElsewhere: (of: string) => `A scan was not counted: ${of}`,
  openRefused: 'Open it',
  listAndOrder: (list: string, order: string) => (order === '' ? list : `${list}, order ${order}`),
  tooOld: 'The scan is more than a day old. Count again what is there.',
  what: {
    scanPart: (part: string) => `Scan ${part}`,
    goTo: (place: string) => `Go to ${place}`,
    scanLot: (part: string) => `Scan the lot of ${part}`,
    scanSerial: (part: string) => `Scan the serial number of ${part}`,
    howMuch: (part: string, unit: string) => `How much ${part}? In ${unit}`,
    chooseLot: (part: string) => `Lot of ${part}`,
  },
  noRights: 'You may see no list of work. An administrator can give you permissions, such as pick.read.',
  mayNot: (permission: string) => `You may look here, and not more: it needs the permission ${permission}.`,
  noSite: 'You work at no site, and may see none. An administrator can give you a site, or the permission site.read.',
  wrong: {
    notKept: 'Nothing was counted: the memory of this browser is full. Call an administrator.',
    notNow: (what: string) => `${what} belongs here, but the page waits for something else.`,
    unknown: (code: string) => `Nothing here has the code ${code}.`,
    expected: (what: string) => `Expected: ${what}.`,
    goOn: (what: string) => `To go on: ${what}.`,
    allCounted: (part: string, total: number) => `All ${units(total)} of ${part} are counted already.`,
    tooMany: (part: string, scanned: number, open: number) =>
      `One scan counts ${units(scanned)} of ${part}, and only ${number(open)} ${open === 1 ? 'is' : 'are'} missing.`,
    tooManyAt: (part: string, scanned: number, open: number, place = '') =>
      `One scan counts ${units(scanned)} of ${part}, and only ${number(open)} ${open === 1 ? 'is' : 'are'} missing${place && ` at ${place}`}.`,
    tooMuch: (part: string, open: number, unit: string) => `Only ${exactly(open)} ${unit} of ${part} are missing.`,
    noLot: (part: string) => `Scan or choose the lot of ${part} first.`,
    otherPlace: (part: string, place: string, here: string) =>
      `${part} is to be taken at ${place}, and you are at ${here}. Scan the place first.`,
    nothingToUndo: 'There is no count that could be taken back.',
    picked: (part: string) => `All of ${part} is counted and picked. It can't be taken back here.`,
    otherLot: (part: string, lot: string) =>
      `The pick takes no ${part} of lot ${lot}. To take it, choose it under “Something is wrong”.`,
    serialTwice: (part: string, serial: string) => `${part} with serial number ${serial} is counted already.`,
    doneHere: (place: string) => `Nothing is to be picked at ${place} any more.`,
  },
  putBack: {
    title: 'Put back',
    nothing: 'Nothing goes back.',
    units: (count: number, unit: string, place: string, carton: string | null) =>
      `${exactly(count)} × ${unit}${carton === null ? '' : ` out of carton ${carton}`} to ${place}`,
    offShip: (carton: string, count: number, unit: string) =>
      `Carton ${carton} (${exactly(count)} × ${unit}) to the cartons that wait for a ship`,
    why: {
      void: (order: string, by: string | null) => `Order ${order} was voided${byPerson(by)}.`,
      closeshort: (order: string, by: string | null) => `Order ${order} was closed short${byPerson(by)}.`,
      unissue: (order: string, by: string | null) => `Order ${order} was taken back to draft${byPerson(by)}.`,
      delete: (order: string, by: string | null) => `The list of order ${order} was deleted${byPerson(by)}.`,
      writeoff: (order: string, by: string | null) =>
        `Units of order ${order} were written off${byPerson(by)}. Count again what is there.`,
      transfer: (order: string, by: string | null) =>
        `The stock of order ${order} was moved${byPerson(by)}. Count again at the new place.`,
      cancel: (order: string, by: string | null) => `Units of order ${order} were canceled${byPerson(by)}.`,
    },
    deleted: { pick: 'This pick was deleted.', pack: 'This pack was deleted.', ship: 'This ship was deleted.' },
    back: 'This is back',
    question: 'Is all of it at its place?',
    yes: 'Yes, it is there',
    done: 'Noted: it is back.',
    some: (count: number, total: number) => `${number(count)} of ${number(total)} are back`,
    ticked: (names: readonly string[]): Question | null =>
      asks(names, (count) => `${count === 1 ? 'This was' : 'These were'} not scanned. Is it back?`, 'Yes, it is back'),
    queue: (count: number) => `${number(count)} to put back`,
    list: 'To put back',
    none: 'Nothing goes back here.',
    expected: 'something that goes back',
    of: (order: string) => `order ${order}`,
  },
  print: 'Print again',
  printOn: {
    carrierLabels: "Print the carriers' labels on",
    labels: 'Print carton labels on',
    sheets: 'Print packing slips on',
  },
  thisBrowser: 'This browser',
  openPaper: 'Open the paper',
  printedOn: (printers: string) => `Printed on ${printers}`,
  next: 'Next',
  no: 'No',
  asksAnyway: { words: 'The carrier has not booked. Shall it leave without a label?', yes: 'Yes, without a label' },
  notes: 'Note',
  labels: {
    due: (cartons: string) => `The carrier makes the label of ${cartons}. It is printed as soon as it is here.`,
    refused: (order: string, cartons: string) => `Order ${order}: no label for ${cartons}`,
    askSomebody: (order: string) => `Put the carton aside, and tell somebody who may change order ${order}.`,
    open: (carton: string) => `Open the label of ${carton} at the carrier`,
    printOfCarrier: "Print the carrier's labels again",
    printOwn: 'Print our own labels again',
  },
  unprintableLabel: (carton: string, mediaType: string) =>
    `The label of ${carton} is ${mediaType}, which a browser can't print. Choose a printer for the carriers' labels at the start of Work.`,
  checklist: {
    checked: (name: string) => `${name} is there`,
    twice: (name: string) => `${name} is checked already.`,
  },
  pack: {
    cartons: 'Cartons',
    carton: (name: string) => `Carton ${name}`,
    cartonType: 'Carton type',
    noType: 'Any carton',
    newCarton: 'New carton',
    autopack: 'Choose cartons for me',
    cartonMade: 'New carton',
    chooseCarton: 'Take a carton: scan its type, or choose one',
    intoCarton: (name: string) => `Into carton ${name}`,
    moved: (count: number, part: string) => `${number(count)} × ${part} packed`,
    checked: (count: number, part: string) => `${number(count)} × ${part} checked`,
    allPacked: (part: string) => `All units of ${part} are packed and checked.`,
    noCarton: 'There is no open carton.',
    notInCarton: (part: string, carton: string) => `Carton ${carton} has no ${part}.`,
    partlyKept: (count: number, part: string) =>
      `Only ${number(count)} × ${part} packed: the memory of this browser is full. Call an administrator.`,
    tooManyToCheck: (part: string, scanned: number, most: number) =>
      `One scan checks ${units(scanned)} of ${part}, and no carton has more than ${number(most)} that nobody has checked.`,
    serialTwice: (part: string, serial: string, carton: string) =>
      `${part} with serial number ${serial} is in carton ${carton} already.`,
    targetFirst: (from: string) => `Units leave carton ${from}: name another carton first.`,
    scanToCheck: (part: string, carton: string) => `Check carton ${carton}: scan ${part}`,
    dropQuestion: 'Not this one',
    moveOut: 'Move units to another carton',
    moving: (carton: string) => `Out of carton ${carton}`,
    chooseTarget: (from: string) => `Scan or choose the carton that gets units of ${from}`,
    scanToMove: (from: string, to: string) => `Scan what goes from ${from} into ${to}`,
    endMoving: 'End moving',
    closedCarton: (name: string) => `Carton ${name} is closed.`,
    loose: 'To pack',
    empty: 'Nothing is in it.',
    content: (count: number, part: string) => `${number(count)} × ${part}`,
    seen: (count: number) => `${number(count)} checked`,
    weight: 'Weight in grams',
    keepWeight: 'Save the weight',
    emptyCarton: 'Take everything out',
    view: 'View of the carton',
    views: { iso: 'Corner', top: 'Above', front: 'Front', rows: 'List' },
    drawing: (name: string) => `Drawing of carton ${name}`,
    finish: 'Finish and print labels',
    inCarton: (count: number, part: string, carton: string) => `${number(count)} × ${part} in ${carton}`,
    asksFinish: (count: number, content: readonly string[]): Question => ({
      words: `${units(count)} ${count === 1 ? 'was' : 'were'} not scanned. Are they in their cartons?`,
      units: content,
      yes: 'Yes, finish',
    }),
    asksEmpty: (carton: string, content: readonly string[]): Question => ({
      words: `Is everything out of carton ${carton}?`,
      units: content,
      yes: 'Yes, it is empty',
    }),
    otherParcel: (order: string, carton: string) =>
      `It is of order ${order}, which is another parcel. Carton ${carton} is for it: scan it again, and put it in there.`,
    otherParcelNew: (order: string) =>
      `It is of order ${order}, which is another parcel. Take a new carton for it, and scan it again.`,
    unchecked: (count: number) => `${units(count)} ${count === 1 ? 'was' : 'were'} packed without a scan.`,
    finished: 'The pack is finished.',
    voided: 'This pack is void.',
  },
  ship: {
    cartons: 'Cartons',
    pallets: 'Pallets',
    pallet: (label: string) => `Pallet ${label}`,
    onPallet: 'on a pallet',
    noCarton: 'units in no carton',
    palletize: (count: number) => `Put ${number(count)} on a new pallet`,
    putOn: (count: number) => `Put ${number(count)} on it`,
    isOn: (count: number, pallet: string) => `${number(count)} on pallet ${pallet}`,
    checkFirst: (pallet: string) => `Pallet ${pallet}: scan the cartons first, and then the pallet.`,
    unloadPallet: 'Take them off',
    finish: 'Finish',
    finishWithout: (count: number) => `Finish, ${number(count)} not checked`,
    asksFinish: (names: readonly string[]): Question | null =>
      asks(
        names,
        (count) => `${number(count)} ${count === 1 ? 'was' : 'were'} not scanned. Is all of it here?`,
        'Yes, finish',
      ),
    asksPallet: (names: readonly string[]): Question | null =>
      asks(
        names,
        (count) => `${number(count)} ${count === 1 ? 'was' : 'were'} not scanned. Is all of it on the pallet?`,
        'Yes, on the pallet',
      ),
    asksUnload: (pallet: string, names: readonly string[]): Question | null =>
      asks(names, () => `Are the cartons off pallet ${pallet}?`, 'Yes, they are off'),
    finished: 'The ship is finished. Its cartons are ready for pickup.',
    expected: 'a carton of this ship',
    voided: 'This ship is void.',
  },
  pickup: {
    nothing: 'Nothing is ready for pickup here.',
    byCarrier: 'Carrier',
    all: 'All',
    carrier: (name: string, count: number) => `${name}: ${number(count)}`,
    held: (count: number) =>
      `${number(count)} ${count === 1 ? 'is' : 'are'} on hold and ${count === 1 ? 'stays' : 'stay'} here.`,
    ready: 'Ready for pickup',
    hand: (count: number, total: number) => `Hand over ${number(count)} of ${number(total)}`,
    asksHand: (names: readonly string[]): Question | null =>
      asks(
        names,
        (count) => `${number(count)} ${count === 1 ? 'was' : 'were'} not scanned. Has the carrier got all of it?`,
        'Yes, handed over',
      ),
    done: (count: number) => `${number(count)} handed over`,
    expected: 'a carton that is ready',
  },
  pick: {
    title: (pick: string) => `Pick ${pick}`,
    progress: (counted: number, total: number) => `${number(counted)} of ${units(total)}`,
    here: (place: string) => `At ${place}`,
    forOrder: (order: string) => `for order ${order}`,
    counted: (count: number, part: string) => `${number(count)} × ${part} counted`,
    placeIs: (place: string) => `You are at ${place}`,
    stops: 'All stops',
    noStock: 'No stock',
    enterAmount: (part: string) => `Enter how much ${part}`,
    cancel: (part: string) => `Not this ${part}`,
    finished: 'This pick is finished.',
    nothingPicked: 'This pick has ended. Nothing of it is picked.',
    voided: 'This pick is void.',
    rest: {
      title: 'Not picked yet',
      units: (count: number, part: string, place: string) => `${exactly(count)} × ${part} at ${place}`,
      short: (count: number, part: string) => `${exactly(count)} × ${part}: no stock is there, the order waits for it`,
      pick: 'Pick the rest',
    },
    pack: 'Pack it',
    problem: 'Something is wrong',
    problems: {
      short: 'There are fewer',
      shortHelp: 'Picks what is counted. The rest goes back to the order.',
      missing: 'The rest is missing',
      reason: 'Reason, if you want to give one',
      missingHelp: (count: number, place: string) =>
        `Picks what is counted, and writes the other ${exactly(count)} off at ${place}, where ${count === 1 ? 'it is' : 'they are'} reserved. Other stock comes onto this pick, if there is any.`,
      discrepancy: 'What lies here is not what the books say',
      howMany: 'How many',
      units: { lot: 'Lot', serial: 'Serial number' },
      damaged: 'Damaged',
      found: 'Too many here',
      discrepancyHelp: (place: string) =>
        `Damaged units are written off at ${place}, and others take their place. Units that are too many are added to the stock there.`,
      writtenOff: (count: number, part: string, place: string) =>
        `${exactly(count)} × ${part} written off at ${place}.`,
      replaced: (count: number): string =>
        count === 1 ? 'Other stock takes its place on this pick.' : 'Other stock takes their place on this pick.',
      waitedFor: (count: number) => `No other stock is there for ${exactly(count)}: the order waits.`,
      added: (count: number, part: string, place: string) =>
        `${exactly(count)} × ${part} added to the stock at ${place}.`,
      elsewhere: 'Take other units',
      elsewhereHelp: 'Other places and lots with free stock of this part:',
      noElsewhere: 'No other place and no other lot here has free stock of this part.',
      placeWith: (place: string, count: number, lots: string) => `${place}${lots && ` (${lots})`}: ${number(count)}`,
      later: 'Later',
      laterHelp: 'Picks what is counted. The rest stays on this pick.',
    },
  },
};

export type WorkTexts = typeof work;
