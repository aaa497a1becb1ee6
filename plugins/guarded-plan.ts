import { createContext, Script } from 'node:vm';
import type { Plugin } from './contract.ts';

type Plan = Plugin['plan'];

/** A plan is asked for inside an issue; nobody's takes longer than some microseconds. */
const limitMs = 1_000;

const room = createContext({ run: () => undefined }) as { run: () => unknown };
const script = new Script('run()');

/**
 * The `plan` of a plugin that did not come with Conveyor: it sees a copy of the order, so that it can spoil nothing for rules and
 * other plugins, and is cut off after a second, even in a loop without end. Costs 0.1 ms.
 */
export function guardedPlan(plan: Plan): Plan {
  return (order, options) => {
    const own = structuredClone(order);
    room.run = () => plan(own, options);
    try {
      return script.runInContext(room, { timeout: limitMs }) as ReturnType<Plan>;
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      throw new Error(`plan gave no answer within ${limitMs / 1000} s`);
    } finally {
      room.run = () => undefined;
    }
  };
}
