import { decodeSolanaText, type SolanaAnswer } from '../chains/solana/answers.ts'
import { slotIn } from './slot-hint.ts'

/** A recorded answer that was decoded from its text: stands where its value would. */
export class DecodedAnswer {
  readonly answer: SolanaAnswer

  constructor(answer: SolanaAnswer) {
    this.answer = answer
  }
}

/**
 * @param name of the file
 * @returns what decodes answers without making their values; null for texts that hold anything else, or no JSON
 */
export const answersFromText =
  (name: string) =>
  (text: string | Uint8Array): DecodedAnswer | null => {
    const answer = decodeSolanaText(text, { slot: slotIn(name) })
    return answer === null ? null : new DecodedAnswer(answer)
  }
