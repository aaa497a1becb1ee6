import { Alert, Anchor, Button, CopyButton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Verify } from '../../../client/browser.ts';
import { usePermits } from '../../ground/session.ts';
import { useLanguage } from '../../texts/texts.tsx';
import { useSetupTexts } from '../texts/use-texts.ts';

type Violation = Verify['violations'][number];

/** The rules that do not hold, each with its first rows, and what to do. */
export function Findings({ violations }: { readonly violations: readonly Violation[] }) {
  const { verify: texts } = useSetupTexts();
  return (
    <Stack gap="xs">
      <Alert color="red" role="alert" title={texts.broken(violations.length)}>
        <Text size="sm" fw={500}>
          {texts.whatToDo}
        </Text>
        <ol className="advice">
          {texts.advice.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
        <CopyButton value={JSON.stringify(violations, null, 2)}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
      </Alert>
      {violations.map((violation) => (
        <Finding key={violation.rule} violation={violation} />
      ))}
    </Stack>
  );
}

function Finding({ violation: { rule, rows } }: { readonly violation: Violation }) {
  const { verify: texts } = useSetupTexts();
  const { language } = useLanguage();
  const own = texts.rules[rule];
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <section aria-label={own ?? rule}>
      <Text fw={500} {...(own || language === 'en' ? {} : { lang: 'en' })}>
        {own ?? rule}
      </Text>
      <Text size="sm">
        {texts.firstRows}: {texts.rows(rows.length)}
      </Text>
      <section className="records" tabIndex={0} aria-label={texts.firstRows}>
        <table>
          <thead>
            <tr>
              {names.map((name) => (
                <th key={name} scope="col" lang="en">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={JSON.stringify(row)}>
                {names.map((name) => (
                  <td key={name}>
                    <Value name={name} value={row[name]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** A value of a row. An order leads to its page. */
function Value({ name, value }: { readonly name: string; readonly value: unknown }) {
  const { verify: texts } = useSetupTexts();
  const permits = usePermits();
  if (value === null || value === undefined) return '–';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (name !== 'order_id' || !permits('salesorder.read')) return text;
  return (
    <Anchor inherit renderRoot={(props) => <Link to="/orders/$id" params={{ id: text }} {...props} />}>
      {texts.openOrder(text)}
    </Anchor>
  );
}
