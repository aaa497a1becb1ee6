/** What the service answers to `POST /config/reload`, as far as it is told here. */
interface Answer {
  readonly ruleset?: string;
  readonly before?: string;
  readonly changed?: boolean;
  readonly detail?: string;
}

/**
 * Has a service read the operators' file again.
 * @returns what came of it, in sentences; `armed` where another file is in use now
 */
export async function reloadService(url: string, apiKey: string): Promise<{ active: boolean; told: string }> {
  try {
    const response = await fetch(`${url}/config/reload`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` },
      signal: AbortSignal.timeout(10_000),
    });
    const answer = (await response.json()) as Answer;
    if (!response.ok) return { active: false, told: `The configuration was not read again. ${answer.detail}` };
    if (!answer.changed)
      return { active: false, told: `The configuration has not changed: rule set ${answer.ruleset}.` };
    return { active: true, told: `ActiveRuleSet: rule set ${answer.ruleset} in place of ${answer.before}.` };
  } catch (error) {
    return { active: false, told: `The configuration was not read again: the service does not answer (${error}).` };
  }
}
