using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "reviews", worker = .reviews)],
  sockets = [(name = "http", address = "127.0.0.1:3917", http = (), service = "reviews")],
);

const reviews :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "dist/worker.js")],
  compatibilityDate = "2026-11-01",
);
