import { expect, it } from 'vitest'
import { TOKEN_PROGRAM } from './addresses.ts'
import { associatedAccount } from './program-address.ts'

/** From fixtures/bundles/raydium-amm-v4__43W2EWitbiL5cANu.jsonParsed. */
const MINT = 'GPrF7LXiQAY8Y9Fci7et2C7a9JsrCBDRvEAKLCjLpump'

it.each([
  ['FspiJ3b2s3xoaGVWVidhi5kKhxuzGUMmk7qGGsF3Bpjv', 'Am65Vb9Wiv4oHL2KzqgfCy4oFJobF2b7h24pik9nnkuW'],
  ['76eHieXJoWX6yQeJGCpmWpb8ZcxfV9WSxTKpfL2fR5p8', '8T3RN3x9JbuPYF19Uih89vPQBfAJbcYf5VtRcN1yhb4b'],
])('the token account of %s is %s', (owner, account) => expect(associatedAccount(owner, TOKEN_PROGRAM, MINT)).toBe(account))
