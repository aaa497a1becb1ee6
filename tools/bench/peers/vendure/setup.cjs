// Creates the schema and the data that every shop needs, as the page "Getting data into production" shows it. Run once, with
// DB_SYNCHRONIZE=true.
const { bootstrap, LanguageCode } = require('@vendure/core');
const { populateInitialData } = require('@vendure/core/cli');
const { config } = require('./vendure-config.cjs');

const initialData = {
  defaultLanguage: LanguageCode.en,
  defaultZone: 'Europe',
  countries: [{ name: 'Germany', code: 'DE', zone: 'Europe' }],
  taxRates: [{ name: 'Standard Tax', percentage: 20 }],
  shippingMethods: [{ name: 'Standard Shipping', price: 500 }],
  paymentMethods: [
    {
      name: 'Standard Payment',
      handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
  ],
  collections: [],
};

async function setUp() {
  const app = await bootstrap(config);
  await populateInitialData(app, initialData);
  await app.close();
  process.exit(0);
}

setUp().catch((error) => {
  console.error(error);
  process.exit(1);
});
