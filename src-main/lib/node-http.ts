/**
 * Node's HTTP client without undici. An `import` of `node:http` reads each of its exports, and reading `WebSocket` loads undici
 * (https://github.com/nodejs/node/blob/v24.x/lib/http.js): 30 ms of the start and 9 MB.
 */
export const { Agent, request, STATUS_CODES } = process.getBuiltinModule('node:http')
