import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Serves the description as a page at `/docs`. It is public, as the description is.
 * @param noSuchAddress throws the problem of an unknown address
 */
export function documentationPage(
  app: FastifyInstance,
  document: () => object,
  noSuchAddress: (request: FastifyRequest) => never,
): void {
  app.register(async (docs) => {
    // The package that sends the files refuses addresses outside of its folder with an error of its own.
    docs.setErrorHandler((error: { readonly statusCode?: number }, request) => {
      if (error.statusCode !== undefined && error.statusCode < 500) noSuchAddress(request);
      throw error;
    });
    // The page requires the plugin that describes routes. `transformSpecification` replaces its description by ours.
    await docs.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0' } as never } });
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: true,
      // The service has no HTTPS, so the page must not upgrade its requests.
      transformStaticCSP: (policy) => policy.replace(/\s*upgrade-insecure-requests;?/, ''),
      theme: { title: 'Conveyor: the interface' },
      uiConfig: {
        layout: 'BaseLayout',
        docExpansion: 'none',
        defaultModelsExpandDepth: 0,
        deepLinking: true,
        filter: true,
        displayRequestDuration: true,
        persistAuthorization: true,
      },
      transformSpecificationClone: false,
      transformSpecification: document,
    });
  });
}
