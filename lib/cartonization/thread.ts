/** The module of the threads of cartonization. */
import { answerCalls } from '../threads/calls.ts';
import { cartonize } from './cartonize.ts';
import type { CartonizeInput } from './input.ts';
import { TooManySteps } from './steps.ts';

answerCalls({
  /** Takes and gives JSON: a text moves between threads in a tenth of the time of the values. */
  cartonize(input: string): string | null {
    try {
      return JSON.stringify(cartonize(JSON.parse(input) as CartonizeInput));
    } catch (error) {
      if (error instanceof TooManySteps) return null;
      throw error;
    }
  },
});
