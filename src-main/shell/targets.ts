import { isAbsolute, resolve } from 'node:path'
import { parseTokenAddress } from '../../src-shared/domain/parse-address.ts'
import { isNetworkId } from '../../src-shared/networks.ts'

/** What an argument, a link or a dropped file asks the app to show. */
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

/** `holderscope://token/NETWORK/ADDRESS` opens a token, `holderscope://case/ID` a case, and a path a file. Null for anything else. */
export function parseTarget(argument: string, workingDirectory: string): Target | null {
  if (argument === '' || argument.length > MAX_LENGTH || argument.startsWith('-')) return null
  if (argument.toLowerCase().startsWith(`${PROTOCOL}:`)) return parseLink(argument)
  if (URL.canParse(argument) && !isAbsolute(argument)) return null
  return { kind: 'file', file: resolve(workingDirectory, argument) }
}

function parseLink(link: string): Target | null {
  const url = URL.parse(link)
  if (url === null) return null
  const [first = '', second = '', ...rest] = url.pathname.slice(1).split('/').map(decode)
  if (rest.length > 0) return null
  const path = url.host === 'token' ? parseTokenPath(first, second) : url.host === 'case' && second === '' ? parseCasePath(first) : null
  return path === null ? null : { kind: 'page', path }
}

function parseTokenPath(network: string, address: string): string | null {
  if (!isNetworkId(network)) return null
  const parsed = parseTokenAddress(network, address)
  return parsed.ok ? tokenPath(network, parsed.address) : null
}

const CASE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const parseCasePath = (id: string): string | null => (CASE_ID.test(id) ? casePath(id) : null)

/** The link of our protocol to the page of a token or a case. */
export const linkTo = (path: string): string => `${PROTOCOL}:/${path.replace(/^\/t\//, '/token/').replace(/^\/cases\//, '/case/')}`

export const casePath = (id: string): string => `/cases/${id}`
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
