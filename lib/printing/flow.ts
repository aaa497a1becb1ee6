import { ink, type Paper, papers, type Sheet } from './sheet.ts';

/** A part of a document that is drawn below the block before it, and is never divided. */
export interface Block {
  readonly height: number;
  /** Heading above the first of its blocks, and at the top of each page that begins with one of them. */
  readonly head?: Block | undefined;
  /** True for a block that must not be the last on its page. */
  readonly leads?: boolean;
  /** @param top true for the first block on a page that continues the page before */
  draw(y: number, top: boolean): void;
}

/** The content of a document before pagination. */
export interface Flow {
  readonly paper: Paper;
  /** Top block of the first page; all other pages have `running`. */
  readonly opening: Block;
  readonly running: Block;
  readonly blocks: readonly Block[];
  /** Text at the foot of each page, beside its number. */
  readonly foot: string;
}

export const margin = { side: 44, top: 40, bottom: 56 } as const;

/** Returns the area between the margins of a page. */
export function measure(paper: Paper): { left: number; width: number; right: number; bottom: number } {
  const [width, height] = papers[paper];
  return {
    left: margin.side,
    width: width - 2 * margin.side,
    right: width - margin.side,
    bottom: height - margin.bottom,
  };
}

interface PlacedBlock {
  readonly block: Block;
  readonly y: number;
  readonly top: boolean;
}

/** Draws a document page by page. It paginates first, because each page shows the number of pages. */
export function drawFlow(sheet: Sheet, flow: Flow): void {
  const pages = paginate(flow);
  const { left, width } = measure(flow.paper);
  pages.forEach((placed, index) => {
    sheet.page(papers[flow.paper]);
    for (const { block, y, top } of placed) block.draw(y, top);
    const y = papers[flow.paper][1] - margin.bottom + 18;
    const style = { size: 7.5, color: ink.grey, line: true } as const;
    sheet.rule(left, y - 6, width, { color: ink.hairline });
    sheet.text(flow.foot, left, y, width * 0.75, style);
    sheet.text(`Page ${index + 1} of ${pages.length}`, left + width * 0.75, y, width * 0.25, {
      ...style,
      align: 'right',
    });
  });
}

function paginate({ paper, opening, running, blocks }: Flow): PlacedBlock[][] {
  const { bottom } = measure(paper);
  let page: PlacedBlock[] = [{ block: opening, y: margin.top, top: false }];
  const pages = [page];
  let y = margin.top + opening.height;
  let head: Block | undefined;
  const put = (block: Block, top: boolean) => {
    page.push({ block, y, top });
    y += block.height;
  };
  blocks.forEach((block, index) => {
    const needed = (at: number): number => {
      const one = blocks[at];
      return one
        ? one.height + (one.head && one.head !== head ? one.head.height : 0) + (one.leads ? needed(at + 1) : 0)
        : 0;
    };
    const turns = y + needed(index) > bottom && page.length > 1;
    if (turns) {
      page = [{ block: running, y: margin.top, top: false }];
      pages.push(page);
      y = margin.top + running.height;
      head = undefined;
    }
    if (block.head && block.head !== head) put(block.head, false);
    head = block.head;
    put(block, turns);
  });
  return pages;
}

/** Returns a block of white space. */
export const gap = (height: number): Block => ({ height, draw: () => undefined });
