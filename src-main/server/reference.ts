/** The contract described for others: documents, page and README table, all generated from the schemas that validate. */
export { buildAsyncApi } from './reference/asyncapi.ts'
export { buildDocsPage } from './reference/docs-page.ts'
export { buildOpenApi } from './reference/openapi.ts'
export { referenceTable } from './reference/table.ts'
