/** The module of the threads that draw cartons of many units. */
import { drawCarton } from '../../../lib/drawing/draw-carton.ts';
import { type Heading, svgOf } from '../../../lib/drawing/svg.ts';
import { answerCalls } from '../../../lib/threads/calls.ts';

/** The parameters of `drawCarton`, and the heading of the file. */
export interface DrawingCall {
  readonly drawn: Parameters<typeof drawCarton>;
  readonly heading: Heading;
}

answerCalls({
  draw: ({ drawn, heading }: DrawingCall) => svgOf(drawCarton(...drawn), heading),
});
