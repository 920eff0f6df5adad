/** What is read, changed and written again, where somebody else may do the same: done anew until nobody came between. */
import { ZapomniError } from '../../errors/index.ts';

/** Each time one of them has got through; so many that come between are no chance any more. */
const MOST_TIMES = 50;

export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let times = 1; ; times++) {
    try {
      return await work();
    } catch (error) {
      const isConflict = error instanceof ZapomniError && error.code === 'CONFLICT';
      if (!isConflict || times >= MOST_TIMES) throw error;
    }
  }
}
