/** The currencies of ISO 4217, by the digits of their amounts after the point. Those of funds and metals are left out. */
const currencies = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK
    DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP
    LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB
    SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER
    ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
} as const;

const digits: ReadonlyMap<string, number> = new Map(
  Object.entries(currencies).flatMap(([count, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(count)] as const),
  ),
);

/** Returns the digits after the point of amounts in a currency: 2 for EUR, 0 for JPY, 3 for KWD. @throws for another code */
export function digitsOf(currency: string): number {
  const count = digits.get(currency);
  if (count === undefined) throw new RangeError(`${currency} is no currency of ISO 4217.`);
  return count;
}

/** The options of a field with the ISO 4217 code of a currency. */
export const currency = {
  max: 3,
  form: new RegExp(`^(?:${[...digits.keys()].join('|')})$`),
  otherwise: 'must be the ISO 4217 code of a currency, such as EUR',
  nullable: true,
  write: true,
  fact: true,
  example: 'EUR',
} as const;
