# The server over HTTP in a container. Off loopback it wants to know by which names it is called, and a token:
# docs/deployment.md has the commands.
FROM node:24-slim AS build
WORKDIR /source
COPY package.json package-lock.json LICENSE README.md tsconfig.json ./
COPY packages ./packages
COPY scripts ./scripts
RUN npm ci --ignore-scripts --no-audit --no-fund \
  && mkdir /packed && npm pack --pack-destination /packed

FROM node:24-slim
COPY --from=build /packed /packed
RUN npm install --global --ignore-scripts --no-audit --no-fund /packed/*.tgz && rm -r /packed \
  && mkdir /data && chown node:node /data
USER node
ENV ZAPOMNI_DATA_DIR=/data ZAPOMNI_STDIO=false ZAPOMNI_HOST=0.0.0.0 ZAPOMNI_HTTP_PORT=8765
VOLUME /data
EXPOSE 8765
HEALTHCHECK --interval=30s --timeout=10s --retries=5 --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8765/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["zapomni"]
CMD ["serve"]
