import { ink, type Paper, papers, type Sheet } from './sheet.ts';

/** Something that stands below what came before, and is never divided. */
export interface Block {
  readonly height: number;
  /** Heading that stands above the first of its blocks, and again at the top of each page that begins with one. */
  readonly head?: Block | undefined;
  /** True where it should not be the last of its page. */
  readonly leads?: boolean;
  /** @param top true where it is the first on a page that goes on with what the page before began */
  draw(y: number, top: boolean): void;
}

/** A document as it flows over pages. */
export interface Flow {
  readonly paper: Paper;
  /** Above everything on the first page, and on all others. */
  readonly opening: Block;
  readonly running: Block;
  readonly blocks: readonly Block[];
  /** What the foot of each page says beside its number. */
  readonly foot: string;
}

export const margin = { side: 44, top: 40, bottom: 56 } as const;

/** What is between the margins of a page. */
export function measure(paper: Paper): { left: number; width: number; right: number; bottom: number } {
  const [width, height] = papers[paper];
  return {
    left: margin.side,
    width: width - 2 * margin.side,
    right: width - margin.side,
    bottom: height - margin.bottom,
  };
}

interface Placed {
  readonly block: Block;
  readonly y: number;
  readonly top: boolean;
}

/** Draws a document page after page: how many there are is known before the first is drawn, for each says so. */
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

function paginate({ paper, opening, running, blocks }: Flow): Placed[][] {
  const { bottom } = measure(paper);
  const pages: Placed[][] = [[{ block: opening, y: margin.top, top: false }]];
  let y = margin.top + opening.height;
  let head: Block | undefined;
  const put = (block: Block, top: boolean) => {
    pages.at(-1)!.push({ block, y, top });
    y += block.height;
  };
  blocks.forEach((block, index) => {
    const needed = (at: number): number => {
      const one = blocks[at];
      return one
        ? one.height + (one.head && one.head !== head ? one.head.height : 0) + (one.leads ? needed(at + 1) : 0)
        : 0;
    };
    const turns = y + needed(index) > bottom && pages.at(-1)!.length > 1;
    if (turns) {
      pages.push([{ block: running, y: margin.top, top: false }]);
      y = margin.top + running.height;
      head = undefined;
    }
    if (block.head && block.head !== head) put(block.head, false);
    head = block.head;
    put(block, turns);
  });
  return pages;
}

/** White between blocks. */
export const gap = (height: number): Block => ({ height, draw: () => undefined });
