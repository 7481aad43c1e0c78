import { z } from 'zod'

/** The parts of a token's off-chain metadata that are used. The JSON is untrusted. */
export interface OffChain {
  readonly logo: string | null
  readonly socials: readonly { readonly type: string; readonly url: string }[]
}

export const NOTHING_OFF_CHAIN: OffChain = { logo: null, socials: [] }

const IPFS_GATEWAY = 'https://ipfs.io/ipfs/'
const URL_LENGTH = 500

/** Location of metadata: inline in a data URI, or at a web address. */
export type MetadataLocation = { readonly kind: 'inline'; readonly bytes: Buffer } | { readonly kind: 'web'; readonly url: string }

export function metadataPlace(uri: string): MetadataLocation | null {
  const text = uri.trim()
  const inline = /^data:application\/json[^,]{0,60},/i.exec(text)?.[0]
  if (inline !== undefined) {
    const body = text.slice(inline.length)
    return { kind: 'inline', bytes: /;base64,$/i.test(inline) ? Buffer.from(body, 'base64') : Buffer.from(decoded(body), 'utf8') }
  }
  const url = webAddress(text)
  return url === null ? null : { kind: 'web', url }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** An http(s) address that is safe to show, ipfs through a public gateway. Null for scripts, files and any other scheme. */
export function webAddress(text: string): string | null {
  if (text.length > URL_LENGTH) return null
  const content = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9][A-Za-z0-9/._~-]*)$/.exec(text)?.[1]
  if (content !== undefined) return content.includes('..') ? null : IPFS_GATEWAY + content
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const fits = (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
  return fits ? url.href : null
}

const LINKS = ['website', 'twitter', 'telegram', 'discord'] as const
const link = z.string().max(URL_LENGTH).optional().catch(undefined)
const links = z.object({ website: link, external_url: link, twitter: link, telegram: link, discord: link })
const document = links.extend({ image: link, extensions: links.optional().catch(undefined) })

/** Reads the two formats in use: links at the top level, or under `extensions`. Anything unexpected is left out. */
export function readOffChain(bytes: Buffer): OffChain {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    return NOTHING_OFF_CHAIN
  }
  const parsed = document.safeParse(value)
  if (!parsed.success) return NOTHING_OFF_CHAIN
  const { image, extensions, ...top } = parsed.data
  const socials = LINKS.flatMap((type) => {
    const texts = [top[type], extensions?.[type], ...(type === 'website' ? [top.external_url] : [])]
    const url = texts.map((text) => (text === undefined ? null : webAddress(text))).find((one) => one !== null)
    return url === undefined ? [] : [{ type, url }]
  })
  return { logo: image === undefined ? null : webAddress(image), socials }
}
