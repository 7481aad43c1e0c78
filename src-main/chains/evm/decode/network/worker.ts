import type { Trade } from '../../../../../src-shared/domain/events.ts'
import { serveAnswers } from '../../../../lib/answer-thread.ts'
import { decodeSwaps, type SwapsToDecode } from './decode-swaps.ts'

/** Worker thread that decodes the swaps of whole blocks. */

serveAnswers<SwapsToDecode, Trade[]>(decodeSwaps)
