/** The module of the threads that draw cartons of many units. */
import { drawCarton } from '../../../drawing/draw-carton.ts';
import { type Heading, svgOf } from '../../../drawing/svg.ts';
import { answerCalls } from '../../../threads/calls.ts';

/** The parameters of `drawCarton`, and the heading of the file. */
export interface DrawingCall {
  readonly drawn: Parameters<typeof drawCarton>;
  readonly heading: Heading;
}

answerCalls({
  draw: ({ drawn, heading }: DrawingCall) => svgOf(drawCarton(...drawn), heading),
});
