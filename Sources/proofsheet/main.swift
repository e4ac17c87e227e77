print("proofsheet")
