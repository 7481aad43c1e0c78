import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ROUTES } from '../../../src-shared/contract/routes.ts'
import { AppError } from '../../lib/app-error.ts'
import { identify, keyOfBasic, keyOfHeaders } from '../auth/caller.ts'
import { chooseEncoding } from '../http/encodings.ts'
import type { ApiKeys } from '../auth/api-keys.ts'
import { pageHeaders } from './page-headers.ts'

/** The built page at `/`, and the answer for unknown paths. */

export interface PageOptions {
  readonly rendererDir: string | null
  readonly keyForAll: boolean
  readonly keys: ApiKeys
}

/**
 * The page runs its own scripts only and talks to this service only. Inline styles are allowed, because the drawing and dialog libraries set
 * them. Under this policy they can neither run code nor fetch from other hosts.
 */
function pagePolicy(host: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self' ws://${host}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The names of built files contain a hash of their content, so clients may cache them. */
const HASHED_FOLDER = '/assets/'
const PAGE_FILE = 'index.html'
const A_YEAR_SECONDS = 31_536_000
const NO_PAGE = 'Holderscope is running. The page is not built here; the API is described at /docs.\n'
const BASIC_CHALLENGE = 'Basic realm="Holderscope: any name, the key as password"'

export async function registerPage(app: FastifyInstance, { rendererDir, keyForAll, keys }: PageOptions): Promise<void> {
  app.setNotFoundHandler(({ url }) => {
    throw nothingAt(url)
  })
  await app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      reply.headers(pageHeaders(pagePolicy(request.headers.host ?? '')))
      if (!keyForAll) return done()
      identify(
        keys,
        request.raw.socket,
        keyOfHeaders(request.headers) ?? keyOfBasic(request.headers),
        (caller) => {
          request.caller = caller
          if (caller !== null) return done()
          // This is the only way to have a browser prompt for the key.
          reply.header('www-authenticate', BASIC_CHALLENGE)
          done(new AppError('unauthorized'))
        },
        done,
      )
    })
    if (rendererDir === null) scope.get('/', (_request, reply) => reply.type('text/plain; charset=utf-8').send(NO_PAGE))
    else await serveFolder(scope, rendererDir)
    scope.setErrorHandler((error) => {
      throw isImpossiblePath(error) ? new AppError('not_found', { cause: error }) : error
    })
  })
}

/** Whether a path leads out of the folder, or cannot be a file name. */
function isImpossiblePath(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppError) return false
  if ('code' in error && error.code === 'ENAMETOOLONG') return true
  return 'statusCode' in error && (error.statusCode === 400 || error.statusCode === 403)
}

/**
 * Files are read on request, so a rebuilt page is served without a restart. The build has written their encodings beside them
 * (src-main/packaging/compressed-files.ts).
 */
async function serveFolder(scope: FastifyInstance, root: string): Promise<void> {
  // The plugin would look for a file of each accepted encoding, and takes `*` for gzip even if gzip is refused.
  scope.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    headers['accept-encoding'] = chooseEncoding(headers['accept-encoding']) ?? 'identity'
    // Like the routes, files are answered whole. The plugin fails if a range or a precondition of a write does not hold.
    delete headers.range
    delete headers['if-match']
    delete headers['if-unmodified-since']
    done()
  })
  await scope.register(fastifyStatic, {
    root: join(root, HASHED_FOLDER),
    prefix: HASHED_FOLDER,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const opened = path.endsWith(PAGE_FILE)
      void reply.header('cache-control', opened ? 'no-cache' : `private, max-age=${A_YEAR_SECONDS}, immutable`)
    },
  })
  scope.get('/', (_request, reply) => reply.sendFile(PAGE_FILE, root))
  scope.get('/*', (request, reply) => openPage(request, reply, root))
}

/** First path segments of the API. An unknown path below them is a 404 and not a view of the page. */
const API_SEGMENTS: ReadonlySet<string> = new Set(Object.values(ROUTES).map((route) => route.path.split('/')[1] ?? ''))

const STREAMS_ONLY = 'Streams are at this path; connect to it with a WebSocket client.'

const nothingAt = (url: string): AppError => new AppError('not_found', url.split('?', 1)[0] === '/ws' ? { message: STREAMS_ONLY } : {})

/** The page's own addresses (`/token/…`) are views inside it: a browser that opens one gets the page. */
function openPage(request: FastifyRequest, reply: FastifyReply, root: string): FastifyReply {
  const segment = request.url.split(/[/?#]/)[1] ?? ''
  if (API_SEGMENTS.has(segment) || request.headers.accept?.includes('text/html') !== true) throw nothingAt(request.url)
  return reply.sendFile(PAGE_FILE, root)
}
