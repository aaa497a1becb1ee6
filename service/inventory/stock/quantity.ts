/** Returns decimal digits without trailing zeros: `12.500000` as `12.5`. */
export function trim(qty: string): string {
  return qty.includes('.') ? qty.replace(/\.?0+$/, '') : qty;
}
