import { z } from 'zod'

/** The bytes of an account, as nodes answer them (https://solana.com/docs/rpc#encoding). */
export const base64Data = z.tuple([z.string(), z.literal('base64')]).transform(([text], context) => {
  // A decoder in JavaScript takes a second for 2.5 megabytes, this one a millisecond. It skips what is not base64.
  const { buffer, byteOffset, length } = Buffer.from(text, 'base64')
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (length === (text.length / 4) * 3 - padding) return new Uint8Array(buffer, byteOffset, length)
  context.addIssue({ code: 'custom', message: 'not base64' })
  return z.NEVER
})
