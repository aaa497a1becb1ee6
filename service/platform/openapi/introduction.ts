/** The facts that a reader of the description needs before the first request. */
export const about = `
Orders from issue to pickup: customers, parts and stock, sales orders and their plan, pick, pack, ship, pickup and invoices.

**Authentication** is Basic: an API key is the user name, and the password is the same key or empty. People get a session token from
\`POST /login\` and use it in the same way. Each operation names the permission that it needs. Pages of the service have the cookie of a
session in place of it: \`POST /session\` sets it. A call with the cookie that changes something is refused with 403 \`session.foreign\`,
unless a page of the service makes it.

**Bodies** are JSON or url-encoded (\`order_id[]=1&order_id[]=2\`, \`lines[0][part_id]=5\`). The description has the JSON form alone, and
each value in the form of answers. You can also send numbers and flags as text, flags as 1 and 0, a list of ids or words as one of them
or as text with commas, texts as numbers, and null as the body of a verb. The service ignores unknown fields. A verb needs no body. A
text can hold every character except NUL.

**Lists** take \`perPage\`, \`page\`, \`filter\`, \`sort\`, \`embed\` and \`fields\`. Every filterable field, also of a related record, is a
parameter too: \`?customer.name=Alfreds&status_id=2&status_id=3\`. Several values are alternatives, and \`null\` means no value. For an
unknown parameter, the answer is 400 with the nearest names. An answer has every field, or those that \`fields\` names. It has the
embedded records that \`embed\` names. A relation needs the permission to list its records: \`embed=customer\`, or a filter by
\`customer.name\`, needs \`customer.read\`; without it, the answer is 403. Parts of a record (lines, contents, addresses) come with the
permission for the record. Constants need no permission. Everybody can read the id and the name of a user.

**Errors** are RFC 9457 problems with a stable \`code\`. The \`detail\` says what to do, and \`errors\` names the fields that do not fit.
\`GET /problem\` lists all codes. If an address does not take a method, the answer is 405 \`method.not-allowed\` with \`Allow\`. For an
unknown address it is 404 \`path.unknown\`, and for invalid HTTP 400. For a request that arrives too slowly
it is 408, and for address and headers over 32 KiB 431.

**Repeats.** If a record already is in the state that a verb leads to, the answer is the record, and nothing changes. With an
\`Idempotency-Key\`, the service stores the first answer of a change for 24 hours and returns it to repeated requests. Only the
credential of the first request gets the secrets in it. \`ETag\` and \`If-Match\` prevent that two people overwrite each other. An ETag
covers the record with its embedded records, and says which they are, so a change needs \`If-Match\` alone.

**Webhooks** are described with their bodies, one for each event. The headers follow Standard Webhooks 1.0: \`webhook-id\` is the same for
every attempt, \`webhook-timestamp\` and \`webhook-signature\` prove the sender, \`webhook-event\` names the event, and
\`webhook-sequence\` grows with each event of the record.

**A first call**: \`curl -u YOUR_KEY: '…/salesorder?embed=customer,status&sort=-id&perPage=5'\`. Programs in TypeScript have a typed
client, which pages, repeats and waits: \`npm run client-package\` makes it, and \`docs/client.md\` describes it.

**Long operations** can run in the background: the answer is 202 with an empty body and \`Location: /background/{id}\`. Every answer has
an \`X-Request-Id\`, which is yours if you send one.
`.trim();
