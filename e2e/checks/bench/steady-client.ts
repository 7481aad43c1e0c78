import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { quantile } from '../../../src-main/lib/testing/bench.ts'

/** Sends requests at a steady rate, whether or not earlier ones were answered, and prints the 99th percentile of their latency. */
const [url = '', key = '', rate = '', seconds = ''] = process.argv.slice(2)
const PERIOD_MS = 1000 / Number(rate)
/** The first requests, which wait for this process to compile, are not counted. */
const WARM_UP = 2 * Number(rate)
const agent = new Agent({ keepAlive: true })

/** Milliseconds from `due` to the end of the answer. */
function request(due: number): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'x-api-key': key } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.resume().once('end', () => resolve(performance.now() - due))
    }).once('error', reject)
  })
}

const answers: Promise<number>[] = []
const begun = performance.now()
for (const total = WARM_UP + Number(rate) * Number(seconds); answers.length < total; await delay(1)) {
  for (;;) {
    const due = begun + answers.length * PERIOD_MS
    if (due > performance.now() || answers.length === total) break
    answers.push(request(due))
  }
}
process.stdout.write(String(quantile((await Promise.all(answers)).slice(WARM_UP), 0.99)))
agent.destroy()
