/** `12.500000` as people write it. */
export function trim(qty: string): string {
  return qty.includes('.') ? qty.replace(/\.?0+$/, '') : qty;
}
