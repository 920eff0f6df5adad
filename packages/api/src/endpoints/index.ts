/** Every endpoint by its name: the page takes the types from here and nothing else. */
import { activityEndpoints } from './activity.ts';
import { capabilityEndpoints } from './capabilities.ts';
import { codeEndpoints } from './code.ts';
import { documentEndpoints } from './documents.ts';
import { graphEndpoints } from './graph.ts';
import { growthEndpoints } from './growth.ts';
import { houseEndpoints } from './house.ts';
import { keepingEndpoints } from './keeping.ts';
import { memoryEndpoints } from './memories.ts';
import { researchEndpoints } from './research.ts';
import { reviewEndpoints } from './review.ts';
import { timeEndpoints } from './time.ts';
import { workEndpoints } from './work.ts';

export const endpoints = {
  ...memoryEndpoints,
  ...graphEndpoints,
  ...timeEndpoints,
  ...workEndpoints,
  ...documentEndpoints,
  ...codeEndpoints,
  ...researchEndpoints,
  ...reviewEndpoints,
  ...capabilityEndpoints,
  ...growthEndpoints,
  ...houseEndpoints,
  ...activityEndpoints,
  ...keepingEndpoints,
};
