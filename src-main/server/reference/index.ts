/** The contract described for others: documents and page, generated from the schemas that validate. */
export { buildAsyncApi } from './asyncapi.ts'
export { buildDocsPage } from './docs-page.ts'
export { buildOpenApi } from './openapi.ts'
