/** Names of types: `salesorderline` becomes `SalesOrderLine`. */

/** What names of resources and addresses are put together of; a word that is not here stands alone. */
const words = (
  'address adjustment alias api auto automatic autowork background bill build by carrier carton close content contact customer delivery ' +
  'discount email event fee for group information inventory invoice item job key level line link location log material ' +
  'move movement object of order pack pallet part perform phone pick pickup platform price qty quote ref run sales service ship short ' +
  'site source status task type user webhook work'
)
  .split(' ')
  .sort((a, b) => b.length - a.length);

const known = new RegExp(`(${words.join('|')})`);

/** Where the name alone would be another thing's. */
const instead: Readonly<Record<string, string>> = {
  object: 'ObjectKind',
  background: 'BackgroundRecord',
  healthz: 'Health',
  readyz: 'Readiness',
};

/** @param parts names of a resource, or of the parts of an address */
export function typeName(...parts: readonly string[]): string {
  if (parts.length === 1 && instead[parts[0]!]) return instead[parts[0]!]!;
  return parts
    .flatMap((part) => part.split('_'))
    .flatMap((part) => part.split(known))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
