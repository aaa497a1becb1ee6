import type { Configuration } from '../../config/configuration.ts';
import { type FileSet, fileSetOf } from '../../config/file/file-set.ts';
import { createPlanner, type Planner } from '../../config/planning/planner.ts';
import { setCountries } from '../../lib/addresses/countries.ts';
import { problem } from '../platform/problems/problems.ts';
import { type ReportPlanFault, reportingPlanFaults } from './plan-faults.ts';

/** Why a service without a configuration does not work, and what to do. */
export const missingConfiguration =
  'The database has no configuration yet. Activate one on this service: conveyor config push FILE.';

/** The configuration by which this process plans orders. A new configuration replaces it as a whole, or not at all. */
export class ActiveConfiguration {
  readonly #reportPlanFault: ReportPlanFault;
  #configuration: Configuration | null = null;
  #planner: Planner | null = null;
  #since: Date | null = null;
  /** The rule set of the database that this process cannot use, and why. */
  #unusable: { readonly hash: string; readonly why: string } | null = null;
  #changed: () => void = () => undefined;

  constructor(reportPlanFault: ReportPlanFault) {
    this.#reportPlanFault = reportPlanFault;
  }

  /** @throws config.missing before the first configuration */
  get configuration(): Configuration {
    if (this.#configuration) return this.#configuration;
    throw problem('config.missing', missingConfiguration);
  }

  /** @throws config.missing before the first configuration */
  get planner(): Planner {
    if (this.#planner) return this.#planner;
    throw problem('config.missing', missingConfiguration);
  }

  /** The texts of the configuration. @throws config.missing before the first one */
  get texts(): FileSet & { readonly ruleset: string } {
    return { ruleset: this.configuration.hash, ...fileSetOf(this.configuration) };
  }

  /** The configuration of this process, and why it is not the active one of the database. Null before the first one. */
  get state(): { configuration: Configuration | null; since: Date | null; problem: string | null } {
    const problem = this.#configuration ? (this.#unusable?.why ?? null) : missingConfiguration;
    return { configuration: this.#configuration, since: this.#since, problem };
  }

  /** The hash of the rule set; undefined before the first one. */
  get hash(): string | undefined {
    return this.#configuration?.hash;
  }

  /** The hash of the rule set of the database that this process cannot use; undefined for none. */
  get unusableHash(): string | undefined {
    return this.#unusable?.hash;
  }

  /** Calls `changed` each time that this process begins to use another rule set, or cannot use the active one. */
  onChange(changed: () => void): void {
    this.#changed = changed;
  }

  replace(configuration: Configuration): void {
    if (configuration.hash !== this.#configuration?.hash) this.#since = new Date();
    this.#configuration = configuration;
    setCountries(configuration.countries);
    this.#planner = createPlanner(reportingPlanFaults(configuration, this.#reportPlanFault));
    this.#unusable = null;
    this.#changed();
  }

  /** Notes that this process goes on with its rule set, because it cannot use the active one. */
  keepBecause(hash: string, why: string): void {
    this.#unusable = { hash, why };
    this.#changed();
  }
}
