import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../../../config/root.ts';
import { sampleOrigin } from '../../../../service/platform/reference/highlight.ts';
import { testService } from '../../../support/test-service.ts';

/** The samples of the concept pages in Python and in the shell, against a service without any records. */

const service = await testService();

const codeOf = (page: string, language: string) => {
  const text = readFileSync(join(projectRoot, 'docs/concepts', page), 'utf8');
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code]) => code ?? '');
};

/** Runs a program against the service, which is in this process. @returns what it prints, its errors, and its exit code */
async function run(command: string, ...args: string[]) {
  const env = { ...process.env, CONVEYOR_API_KEY: service.adminKey };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  let complained = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  child.stderr.on('data', (text) => {
    complained += text;
  });
  const [code] = await once(child, 'close');
  return { printed, complained, code };
}

const here = (text: string) => text.replaceAll(sampleOrigin, service.url);
test.skipIf(spawnSync('curl', ['--version']).error !== undefined)(
  'the description is where the page about generated clients says, and the header of its table signs in',
  async () => {
    const [fetched = ''] = codeOf('10-generate-a-client.md', 'sh');
    const { printed, code } = await run('sh', '-c', here(fetched).replace('-o openapi.json', ''));
    expect([code, JSON.parse(printed).openapi]).toEqual([0, '3.1.0']);
    const authorization = `Basic ${Buffer.from(`${service.adminKey}:`).toString('base64')}`;
    const answer = await fetch(`${service.url}/session`, { headers: { authorization } });
    expect(answer.status).toBe(200);
  },
);

test('a list has the order of ids, and its pages end with a null', async () => {
  for (let n = 0; n < 3; n++) await service.client.customergroup.create({ name: `Group ${9 - n}` });
  const ids: number[] = [];
  for (let page = 1; page <= 3; page++) {
    const { body } = await service.call('GET', `/customergroup?perPage=1&page=${page}`);
    ids.push(...body.data.map(({ id }: { id: number }) => id));
    expect(body.next_page_url === null).toBe(page === 3);
  }
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(ids).toHaveLength(3);
  const later = await service.client.customergroup.list({ filter: `id > ${ids[0]}` });
  expect(later.data.map(({ id }) => id)).toEqual(ids.slice(1));
});

const hasRequests = spawnSync('python3', ['-c', 'import requests']).status === 0;
/** The samples use `requests`, which a machine may lack. This does of it what they use, by the standard library. */
const requests = `
import base64, json, sys, types, urllib.request, urllib.error
class Answer:
    def __init__(self, status, text):
        self.status_code, self.text, self.ok = status, text, status < 400
    def json(self):
        return json.loads(self.text)
def request(method, url, auth, json=None, headers={}, timeout=None):
    basic = base64.b64encode(":".join(auth).encode()).decode()
    data = None if json is None else globals()["json"].dumps(json).encode()
    sent = urllib.request.Request(url, data, {**headers, "Authorization": "Basic " + basic, "Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(sent, timeout=timeout) as answer:
            return Answer(answer.status, answer.read().decode())
    except urllib.error.HTTPError as error:
        return Answer(error.code, error.read().decode())
sys.modules["requests"] = types.SimpleNamespace(request=request)
`;

describe.skipIf(spawnSync('python3', ['--version']).status !== 0)('the first requests in Python', () => {
  test('fill an empty service, and take an order from draft to fulfilled', async () => {
    const blocks = codeOf('1-first-requests.md', 'python');
    expect(blocks).toHaveLength(4);
    const program = here((hasRequests ? '' : requests) + blocks.join('\n'));
    const { printed, complained, code } = await run('python3', '-c', program);
    expect([complained, code]).toEqual(['', 0]);
    expect(printed).toMatch(/^waiting \[.*pick.*\]\ndone\n$/i);
    const { data } = await service.client.carton.list({});
    expect(data.map(({ cartontype_id }) => cartontype_id === null)).toEqual([false]);
  });

  test('without a carton type, autopack leaves units out and says why, and the step takes their own packaging', async () => {
    const [call = ''] = codeOf('1-first-requests.md', 'python');
    const program = `${here((hasRequests ? '' : requests) + call)}
for one in call("GET", "/cartontype")["data"]:
    call("PUT", f"/cartontype/{one['id']}", {"active": False})
order = call("POST", "/salesorder", {"customer_id": 1, "ship_to_name": "A", "ship_address_1": "Weg 1", "ship_postal_code": "12209", "ship_city": "B", "ship_country": "DE", "lines": [{"part_id": 1, "qty": 2}]})
call("POST", f"/salesorder/{order['id']}/issue")
call("POST", "/task/1/perform", {"order_id": [order["id"]]})
pack = call("POST", "/packlinebyorder", {"order_id": [order["id"]]})
print(call("POST", f"/pack/{pack['id']}/autopack")["left_out"])
try:
    call("POST", f"/pack/{pack['id']}/finish")
except SystemExit as refused:
    print("pack.not-all-in-cartons" in str(refused))
call("POST", "/task/2/perform", {"order_id": [order["id"]]})
print([one["cartontype_id"] for one in call("GET", f"/carton?pack_id={pack['id']}")["data"]])`;
    const { printed, complained, code } = await run('python3', '-c', program);
    expect([complained, code]).toEqual(['', 0]);
    expect(printed).toMatch(/^\[\{.*there is no carton type.*\}\]\nTrue\n\[None\]\n$/);
  });
});
