// The settings of Vendure for `npm run bench -- peers`: those that `@vendure/create` writes, with what its page "Production
// configuration" adds. docs/peers.md says why each part is here.
const {
  DefaultSchedulerPlugin,
  DefaultSearchPlugin,
  defaultPromotionActions,
  defaultPromotionConditions,
  dummyPaymentHandler,
} = require('@vendure/core');
const { HardenPlugin } = require('@vendure/harden-plugin');
const { BullMQJobQueuePlugin } = require('@vendure/job-queue-plugin/package/bullmq');

const database = new URL(process.env.DATABASE_URL);
const redis = new URL(process.env.REDIS_URL);

exports.config = {
  apiOptions: {
    hostname: '127.0.0.1',
    port: Number(process.env.PORT),
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
    cors: { origin: [], credentials: true },
  },
  authOptions: {
    tokenMethod: ['bearer', 'cookie'],
    superadminCredentials: {
      identifier: process.env.SUPERADMIN_USERNAME,
      password: process.env.SUPERADMIN_PASSWORD,
    },
    cookieOptions: { secret: process.env.COOKIE_SECRET },
  },
  dbConnectionOptions: {
    type: 'postgres',
    // The page "Getting data into production": true for the run that creates the schema, false afterwards.
    synchronize: process.env.DB_SYNCHRONIZE === 'true',
    logging: false,
    host: database.hostname,
    port: Number(database.port),
    username: database.username,
    password: decodeURIComponent(database.password),
    database: database.pathname.slice(1),
    // The pool of `pg` has 10 connections by default, which 16 clients at once would wait for.
    extra: { max: Number(process.env.DB_POOL) },
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  promotionOptions: {
    promotionConditions: defaultPromotionConditions,
    promotionActions: defaultPromotionActions,
  },
  customFields: {},
  plugins: [
    HardenPlugin.init({ maxQueryComplexity: 500, apiMode: 'prod' }),
    DefaultSchedulerPlugin.init(),
    BullMQJobQueuePlugin.init({
      connection: { host: redis.hostname, port: Number(redis.port), maxRetriesPerRequest: null },
    }),
    DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true }),
  ],
};
