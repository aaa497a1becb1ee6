// The settings of Medusa for `npm run bench -- peers`: those of its "General Medusa Application Deployment Guide". docs/peers.md
// says why each part is here. The bench copies this file to `medusa-config.js` and builds it with `medusa build`.
const { defineConfig } = require('@medusajs/framework/utils');

const redisUrl = process.env.REDIS_URL;

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    // Both servers are on this machine, without TLS. The pool has 10 connections by default, which 16 clients at once would wait for.
    databaseDriverOptions: { connection: { ssl: false }, pool: { min: 2, max: Number(process.env.DB_POOL ?? 10) } },
    redisUrl,
    workerMode: process.env.MEDUSA_WORKER_MODE,
    http: {
      storeCors: 'http://127.0.0.1',
      adminCors: 'http://127.0.0.1',
      authCors: 'http://127.0.0.1',
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
  },
  // The guide turns the pages off in the worker. Nobody opens them here, so the server does not build and serve them either.
  admin: { disable: true },
  modules: [
    {
      resolve: '@medusajs/medusa/caching',
      options: {
        providers: [
          { resolve: '@medusajs/caching-redis', id: 'caching-redis', is_default: true, options: { redisUrl } },
        ],
      },
    },
    { resolve: '@medusajs/medusa/event-bus-redis', options: { redisUrl } },
    { resolve: '@medusajs/medusa/workflow-engine-redis', options: { redis: { redisUrl } } },
    {
      resolve: '@medusajs/medusa/locking',
      options: {
        providers: [
          { resolve: '@medusajs/medusa/locking-redis', id: 'locking-redis', is_default: true, options: { redisUrl } },
        ],
      },
    },
  ],
});
