import { isAbsolute, resolve } from 'node:path'
import { parseTokenAddress } from '../../src-shared/domain/address.ts'
import { isNetworkId } from '../../src-shared/networks.ts'

/** What the app is asked to show by an argument, a link or a dropped file. */
export type Target =
  | {
      readonly kind: 'page'
      /** Path of the page in the window. */
      readonly path: string
    }
  | { readonly kind: 'file'; readonly file: string }

export const PROTOCOL = 'holderscope'
/** Arguments are hostile: any web page can open a link of our protocol. */
const MAX_LENGTH = 4_096

/** `holderscope://token/NETWORK/ADDRESS` opens a token, and a path opens a file. Null for anything else. */
export function parseTarget(argument: string, workingDirectory: string): Target | null {
  if (argument === '' || argument.length > MAX_LENGTH || argument.startsWith('-')) return null
  if (argument.toLowerCase().startsWith(`${PROTOCOL}:`)) return parseLink(argument)
  if (URL.canParse(argument) && !isAbsolute(argument)) return null
  return { kind: 'file', file: resolve(workingDirectory, argument) }
}

function parseLink(link: string): Target | null {
  const url = URL.parse(link)
  if (url?.host !== 'token') return null
  const [network = '', address = '', ...rest] = url.pathname.slice(1).split('/').map(decode)
  if (rest.length > 0 || !isNetworkId(network)) return null
  const parsed = parseTokenAddress(network, address)
  return parsed.ok ? { kind: 'page', path: tokenPath(network, parsed.address) } : null
}

export const tokenPath = (network: string, address: string): string => `/t/${network}/${encodeURIComponent(address)}`

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** The targets among the arguments of a process: `electron APP …` from a checkout, `holderscope …` when packaged. */
export const parseArguments = (argv: readonly string[], isPackaged: boolean, workingDirectory: string): Target[] =>
  argv.slice(isPackaged ? 1 : 2).flatMap((argument) => parseTarget(argument, workingDirectory) ?? [])
