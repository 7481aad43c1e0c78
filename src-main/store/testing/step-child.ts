import { runSteps } from './run-steps.ts'

/** `node step-child.ts PATH N`, run by fault-points.test.ts: runs the story and kills itself before the Nth statement that writes. */

const [path = '', last = ''] = process.argv.slice(2)
runSteps(path, (n) => {
  if (n === Number(last)) process.kill(process.pid, 'SIGKILL')
})
