/** What a reader of the description should know before the first request. */
export const about = `
Orders from issue to pickup: customers, parts and stock, sales orders and their plan, pick, pack, ship, pickup and invoices.

**Who is calling.** Basic credentials: an API key is the user name, the password the same key or empty. People get a session
token from \`POST /login\` and use it the same way. Each operation names the permission that it needs.

**Bodies** are JSON or url-encoded. Numbers and flags may be sent as text, a list of ids as one id or as text with commas; unknown
fields are ignored. A verb needs no body. Any text may hold everything but the NUL character.

**Lists** take \`perPage\`, \`page\`, \`filter\`, \`sort\`, \`embed\`, \`fields\`, and every filterable field, of related records too, as a
parameter of its own: \`?customer.name=Alfreds&status_id=2&status_id=3\`; several values are alternatives, \`null\` is no value.
What is not known here is refused with 400 and the nearest known names. Answers show every field unless \`fields\` names some, and
embedded records only where \`embed\` names them. Relations lead only to what you may list by yourself: \`embed=customer\`, or a filter by
\`customer.name\`, needs \`customer.read\` too, and is refused with 403 without. What belongs to a record (its lines, contents, addresses) comes
with the permission for that, and constants with none; of users id and name are shown to everybody.

**Errors** are RFC 9457 problems with a stable \`code\`; the \`detail\` says what to do next, \`errors\` which fields do not fit.
\`GET /problem\` lists all codes. An address that does not take a method answers 405 \`method.not-allowed\` with \`Allow\`; one that is
none, 404 \`path.unknown\`. What is no HTTP answers 400, what does not arrive in time 408, address and headers over 32 KiB 431.

**Repeats.** A verb on a record that is already there answers with the record and changes nothing. With an \`Idempotency-Key\` the
first answer of any change is kept for 24 hours and given again; a secret in it only to the credential that the first request came
with. \`ETag\` and \`If-Match\` keep two people from overwriting each other: an ETag is of the record as it was shown, with what was
embedded, and says so itself, so that \`If-Match\` is all that a change needs.

**A first call**: \`curl -u YOUR_KEY: '…/salesorder?embed=customer,status&sort=-id&perPage=5'\`. Programs in TypeScript have a typed
client, which pages, repeats and waits by itself: \`npm run client-package\` makes it, \`docs/client.md\` describes it.

**Long operations** may run in the background: 202, an empty body, and \`Location: /background/{id}\`. Every answer has an
\`X-Request-Id\`, yours where you send one.
`.trim();
