/** Names of types: `salesorderline` becomes `SalesOrderLine`. */

/** The words in the names of resources and addresses. A name without one of them is one word. */
const vocabulary = (
  'address adjustment alias api auto automatic autowork background bill build by carrier carton close content contact customer delivery ' +
  'discount email entry event fee for group information inventory invoice item job key level line link location log material ' +
  'move movement object of order pack pallet part pause perform phone pick pickup platform preference price qty quote ref refuse return run sales service ship short ' +
  'site source status task tax transfer type unit use user webhook work'
)
  .split(' ')
  .sort((a, b) => b.length - a.length);

const knownWord = new RegExp(`(${vocabulary.join('|')})`);

/** Types whose plain name would be that of something else. */
const exceptions: Readonly<Record<string, string>> = {
  object: 'ObjectKind',
  background: 'BackgroundRecord',
  healthz: 'Health',
  readyz: 'Readiness',
  status: 'ServiceStatus',
};

/** Returns the name of a type, of the name of a resource or of the words of an address. */
export function typeName(...parts: readonly string[]): string {
  return (
    exceptions[parts.join(' ')] ??
    parts
      .flatMap((part) => part.split('_'))
      .flatMap(words)
      .map(capitalized)
      .join('')
  );
}

const words = (part: string) => part.split(knownWord);
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
