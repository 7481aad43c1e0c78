import { ruleProblems, type RuleChanges } from '../../engine/interface.ts'
import { liveAnswer } from '../http/answer.ts'
import type { Handler } from '../context.ts'
import { InputError } from '../http/input-error.ts'
import { answerUnderCase } from './evidence.ts'

/** Thresholds of the detectors: read, changed, and tried out. */

/** @throws InputError naming every setting that does not exist or does not accept its value */
function checked(changes: RuleChanges): RuleChanges {
  const problems = ruleProblems(changes)
  if (problems.length > 0) throw new InputError(problems.map(({ key, why }) => ({ loc: ['body', 'changes', key], msg: why, type: 'rule' })))
  return changes
}

export const rules: Handler<'rules'> = (_call, { engine, clock }) => liveAnswer(engine.rules(), clock)

export const setRules: Handler<'setRules'> = async ({ body }, { engine, clock }) => {
  await engine.setRules(checked(body.changes))
  return liveAnswer(engine.rules(), clock)
}

export const recount: Handler<'recount'> = (call, context) => answerUnderCase(call, context, 'clusters', {}, { trial: checked(call.body.changes) })
