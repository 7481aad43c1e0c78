import { serveAnswers } from '../answer-thread.ts'

/** Answers with a number after as many parts. */
serveAnswers<number, number, number>((count, post) => {
  for (let n = 0; n < count; n++) post(n)
  return count
})
