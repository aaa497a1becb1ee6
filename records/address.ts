import { isEmail } from './email.ts';

/** What is common to the fields of postal addresses. */
export const address = {
  company: { max: 200, nullable: true, write: true, import: 'Company.' },
  phone: { max: 50, nullable: true, write: true, import: 'Phone number.' },
  email: { ...isEmail, nullable: true, import: 'E-mail address.' },
  residential: {
    nullable: true,
    write: true,
    description: 'True for a private home. Carriers have other prices for it. Null if unknown',
    import: 'True for a private home.',
  },
  line1: { max: 200, nullable: true, write: true, import: 'Street and number.' },
  line2: { max: 200, nullable: true, write: true, import: 'Second line.' },
  city: { max: 100, nullable: true, write: true, import: 'City.' },
  region: { max: 100, nullable: true, write: true, import: 'State, province, region.' },
  postalCode: { max: 30, nullable: true, write: true, import: 'Postal code.' },
  country: {
    max: 100,
    nullable: true,
    write: true,
    description: 'ISO 3166-1 code',
    import: 'ISO code or English name.',
  },
} as const;
