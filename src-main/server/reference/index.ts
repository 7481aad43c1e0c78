/** Descriptions of the contract: documents and a page, generated from the schemas that validate. */
export { buildAsyncApi } from './asyncapi.ts'
export { buildDocsPage } from './docs-page.ts'
export { buildOpenApi } from './openapi.ts'
