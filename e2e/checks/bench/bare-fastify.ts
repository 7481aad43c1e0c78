import Fastify from 'fastify'

/** The peer of the REST bench: fastify alone, answering every path with the bytes it reads from stdin. Prints its origin. */
const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
const body = Buffer.concat(chunks)
const app = Fastify()
app.get('/*', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
